import encodeQR from 'qr'

/** The dark squares as one path of unit squares, with the quiet zone of four that the standard asks for. */
export function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
