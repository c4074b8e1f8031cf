/** For responses meant for one visitor: no cache may store them, including the site's page cache. */
export const NO_STORE = { 'Cache-Control': 'no-store' }
