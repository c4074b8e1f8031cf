const DAY_SECONDS = 86_400

export function pngResponse(png: Uint8Array<ArrayBuffer>): Response {
  return new Response(png, {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${DAY_SECONDS}` },
  })
}
