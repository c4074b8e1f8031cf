import { MAX_FILE_BYTES } from '#services/import/import-store.ts'

/** The uploaded list of a form, or why there is none. */
export async function readUpload(form: FormData): Promise<{ name: string; content: Uint8Array } | string> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return 'Choose a file first.'
  if (file.size > MAX_FILE_BYTES)
    return 'The file is larger than 5 MB. Split it, or save just the sheet as “CSV UTF-8”.'
  return { name: file.name, content: new Uint8Array(await file.arrayBuffer()) }
}
