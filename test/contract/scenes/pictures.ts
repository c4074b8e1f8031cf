/** The pictures of articles. */
import { removePicture, storePicture } from '#services/pictures/picture-store.ts'
import { OFFICE } from '../../people/sign-in-setup.ts'
import { madePicture } from '../made-picture.ts'
import type { Scenes } from './scene.ts'

const UPLOAD = { bytes: Buffer.from('bytes '), fileName: 'plate.jpg', actor: OFFICE }

export const PICTURE_SCENES = {
  'add a picture': [async () => (database) => storePicture(database, madePicture, UPLOAD)],
  'remove a picture': [
    async (quiet) => {
      const stored = await storePicture(quiet, madePicture, UPLOAD)
      return (database) => removePicture(database, 'id' in stored ? stored.id : '', OFFICE)
    },
  ],
} satisfies Scenes
