/** Where the site serves the files of a picture. Without a size, `/pictures/<id>` stands for the picture in an article. */

export const PICTURES_PATH = '/pictures'

/** Of a file: '/pictures/<id>/800.webp' */
export type PictureSize = '1600' | '800' | 'share'

const EXTENSION = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** By extension, as the address has it. */
export const mediaTypeOf = (extension: string): string | null =>
  Object.entries(EXTENSION).find(([, own]) => own === extension)?.[0] ?? null

/** ('…', '1600') → '/pictures/…/1600.webp' and ('…', 'share') → '/pictures/…/share.jpg', of 1200 × 675 pixels */
export const pictureFilePath = (id: string, size: PictureSize): string =>
  `${PICTURES_PATH}/${id}/${size}.${size === 'share' ? 'jpg' : 'webp'}`
