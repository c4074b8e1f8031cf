/** The text contains `/pictures/<id>`; the page requests one of its files. */
export const pictureFile = (src: string): string =>
  /^\/pictures\/[0-9a-f-]{36}$/.test(src) ? `${src}/800.webp` : src
