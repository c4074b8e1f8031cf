/** Detects the kind of workbook from a file's first bytes and content. */
import { UserError } from '#services/user-error.ts'
import { PASSWORD } from './archive.ts'

export type FileKind = 'text' | 'zip' | 'compound'

const SIGNATURES: readonly [kind: FileKind, hex: string][] = [
  ['zip', '504b0304'],
  ['zip', '504b0506'], // an empty archive
  ['compound', 'd0cf11e0'],
]

export function fileKind(head: Uint8Array): FileKind {
  const hex = Buffer.from(head.subarray(0, 4)).toString('hex')
  return SIGNATURES.find(([, signature]) => signature === hex)?.[0] ?? 'text'
}

/** The error for an OLE compound file: a workbook with a password, or one of Excel 97 to 2003. */
export function compoundFileError(bytes: Buffer): UserError {
  // The name of the stream that holds an encrypted .xlsx.
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return new UserError(PASSWORD)
  return new UserError(
    'This is a workbook of Excel 97 to 2003 (.xls) or another old Office file: save it as .xlsx, or its sheet as “CSV UTF-8”, and import that.',
  )
}
