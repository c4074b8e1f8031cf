import type { RouterContextProvider } from 'react-router'
import { type StoredPicture, storePicture } from '#services/pictures/picture-store.ts'
import type { Refusal } from '#services/pictures/resizer.ts'
import { actorOf, deskContext } from '../../context.ts'

/** Stores the picture in the form field `file`, or returns the error message. @throws DataFault */
export async function takeUpload(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<(StoredPicture & { fileName: string }) | Refusal> {
  const { database, resizePicture } = context.get(deskContext)
  const actor = actorOf(context)
  const file = await readFile(request)
  if (!(file instanceof File) || (file.size === 0 && file.name === ''))
    return { refusal: 'Choose a picture first.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stored = await storePicture(database, resizePicture, { bytes, fileName: file.name, actor })
  return 'refusal' in stored ? stored : { ...stored, fileName: file.name }
}

async function readFile(request: Request) {
  try {
    return (await request.formData()).get('file')
  } catch {
    return null // not a form, or an aborted upload
  }
}
