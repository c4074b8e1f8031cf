export interface Finding {
  /** Only an error means that the site is not ready to trade. */
  level: 'ok' | 'warning' | 'error'
  message: string
  list?: string[]
}

export const ok = (message: string): Finding => ({ level: 'ok', message })
export const warn = (message: string, list?: string[]): Finding => ({
  level: 'warning',
  message,
  ...(list && { list }),
})
export const problem = (message: string, list?: string[]): Finding => ({
  level: 'error',
  message,
  ...(list && { list }),
})
