/** URLs of picture files. `/pictures/<id>` without a size identifies the picture in an article. */

const PICTURES_PATH = '/pictures'

/** The size in a URL: '/pictures/<id>/800.webp' */
type PictureSize = '1600' | '800' | 'share'

const EXTENSION = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** The media type of a file name extension. */
export const mediaTypeOf = (extension: string): string | null =>
  Object.entries(EXTENSION).find(([, own]) => own === extension)?.[0] ?? null

/** ('…', '1600') → '/pictures/…/1600.webp' and ('…', 'share') → '/pictures/…/share.jpg', of 1200 × 675 pixels */
export const pictureFilePath = (id: string, size: PictureSize): string =>
  `${PICTURES_PATH}/${id}/${size}.${size === 'share' ? 'jpg' : 'webp'}`
