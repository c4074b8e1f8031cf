import { bodyInvalid, bodyTooDeep } from './errors.ts'
import { MAX_JSON_DEPTH } from './limits.ts'

/** @throws RestError */
export function parseJson(bytes: Uint8Array): unknown {
  if (isNestedDeeper(bytes, MAX_JSON_DEPTH)) throw bodyTooDeep(MAX_JSON_DEPTH)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw bodyInvalid()
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Runs on bytes, before JSON.parse could overflow the stack. */
export function isNestedDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at + 1)
    else if (byte === 0x5b || byte === 0x7b) {
      depth++
      if (depth > limit) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
