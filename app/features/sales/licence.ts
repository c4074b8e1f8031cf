import { site } from '../../../site.config.ts'

export const DATA_PATH = '/sales-explorer/data'
export const LICENCE_PATH = `${DATA_PATH}#licence`

export const LICENCE = 'Free to reuse with a link back to the source.'

export function citation(title: string, address: string): string {
  return `${title}, ${site.name}, ${address}`
}
