/** Allows the longest enquiry in any alphabet, including escapes. */
export const MAX_BODY_BYTES = 65_536

export async function readAtMost(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too long' | 'broken off'> {
  if (Number(request.headers.get('Content-Length')) > maxBytes) return 'too long'
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) return 'too long'
      chunks.push(chunk)
    }
  } catch {
    return 'broken off'
  }
  return Buffer.concat(chunks)
}
