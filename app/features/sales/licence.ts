export const DATA_PATH = '/sales-explorer/data'
export const LICENCE_PATH = `${DATA_PATH}#licence`

export const LICENCE = 'Free to reuse with a link back to the source.'

/** @param firm the firm's name */
export function citation(title: string, firm: string, address: string): string {
  return `${title}, ${firm}, ${address}`
}
