import { site } from '../../../site.config.ts'

/** On what terms the figures may be used elsewhere, and the line we ask for. */
export const LICENCE = 'Free to reuse with a link back to the source.'

export function citation(title: string, address: string): string {
  return `${title}, ${site.name}, ${address}`
}
