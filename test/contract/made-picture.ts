import type { ResizePicture } from '#services/pictures/resizer.ts'

/** The result of the resizer, without its work. */
export const madePicture: ResizePicture = async (bytes) => ({
  width: 1600,
  height: 900,
  files: ['1600', '800', 'share'].map((name) => ({
    name,
    mediaType: name === 'share' ? 'image/jpeg' : 'image/webp',
    content: Buffer.concat([bytes, Buffer.from(name)]),
  })),
})
