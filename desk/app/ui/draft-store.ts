const PREFIX = 'desk-draft '

/** What a person has typed into one form, kept in this tab, where another person may sign in next. */
export function draftStore<Draft>(personId: string, key: string) {
  const stored = `${PREFIX}${personId} ${key}`
  return {
    keep: (draft: Draft) => sessionStorage.setItem(stored, JSON.stringify(draft)),
    /** Null if there is none. */
    read(): Draft | null {
      try {
        return JSON.parse(sessionStorage.getItem(stored) ?? 'null')
      } catch {
        return null
      }
    },
    forget: () => sessionStorage.removeItem(stored),
  }
}

/** Called on sign-out, so that the next user of the computer finds nothing. */
export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
