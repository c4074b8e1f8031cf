/** The files that a list may be, for file inputs. */
export const LIST_FILES = '.xlsx,.csv,.txt,.tsv,.json'
