export const LOGO = {
  width: 44,
  height: 28,
  radius: 5,
  path: 'M9 22V6h7.5a4.75 4.75 0 0 1 0 9.5H12M25 6l3.6 15.5L31.5 10.5 34.4 21.5 38 6',
  strokeWidth: 3.4,
  plate: '#f5c518',
  ink: '#111111',
} as const

/** What `path` draws. */
export const DRAWN_LETTERS = 'PW'
