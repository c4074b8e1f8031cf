import type { SaveState } from './use-saving.ts'

interface SaveStatusProps {
  state: SaveState
  saved: { person: string; moment: string }
}

/** Shows whether the text is saved on the desk, or only in this browser until the desk can be reached. */
export function SaveStatus({ state, saved }: SaveStatusProps) {
  const isStoredLocally = state.kind === 'offline' || state.kind === 'signed-out' || state.kind === 'refused'
  const colour = isStoredLocally || state.kind === 'conflict' ? 'text-red' : 'text-quiet'
  return (
    <p className={`max-w-reading text-note ${colour}`} role="status">
      {wordsOf(state, saved)}
    </p>
  )
}

function wordsOf(state: SaveState, { person, moment }: SaveStatusProps['saved']) {
  switch (state.kind) {
    case 'saved':
      return state.at
        ? `Saved at ${state.at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
        : `Last saved by ${person}, ${moment}`
    case 'typing':
      return 'Not saved yet'
    case 'saving':
      return 'Saving'
    case 'offline':
      return 'The desk cannot be reached. Your text is kept in this browser and will be saved as soon as possible.'
    case 'signed-out':
      return (
        <>
          You have been signed out. Your text is kept in this browser:{' '}
          <a href="/desk/sign-in" target="_blank" rel="noreferrer" className="link">
            sign in again
          </a>
          , then reload this page.
        </>
      )
    case 'refused':
      return `Not saved. ${state.message} Your text is kept in this browser.`
    case 'conflict':
      return 'Not saved: someone else has changed this article.'
  }
}
