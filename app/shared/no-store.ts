/** For what is meant for one visitor: neither the site's page cache nor any other keeps it. */
export const NO_STORE = { 'Cache-Control': 'no-store' }
