/** Shared by the server and the upload form. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024

export const TOO_LARGE =
  'This picture is larger than 25 MB. Make it smaller, such as 4,000 pixels wide, and choose it again.'

export const PICTURE_TYPES = '.jpg,.jpeg,.png,.webp,.gif,.avif'
