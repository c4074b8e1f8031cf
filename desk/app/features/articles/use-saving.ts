import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { draftStore } from '../../ui/draft-store.ts'
import { useCsrfToken, usePerson } from '../../ui/use-root.ts'
import { contentOfForm } from './content-of-form.ts'
import type { Intent, SaveAnswer } from './save-answer.ts'

/** Delay after the last key, and the maximum while someone types without a pause. */
const PAUSE_MS = 1_500
const LONGEST_MS = 10_000
const RETRY_MS = 5_000

export type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'typing' }
  | { kind: 'saving' }
  /** The text is kept in this browser for now. */
  | { kind: 'offline' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; message: string }
  | { kind: 'conflict' }

/** Text that was typed but never reached the desk. */
export interface LocalCopy {
  content: ReturnType<typeof contentOfForm>
  revision: number
  /** ISO */
  at: string
}

interface SavingOptions {
  form: RefObject<HTMLFormElement | null>
  articleId: string
  revision: number
  /** Called after each response. */
  onAnswer(answer: SaveAnswer): void
}

/** Saves shortly after the last key; unsaved text is kept in this browser until it can be saved. */
export function useSaving({ form, articleId, revision, onAnswer }: SavingOptions) {
  const csrfToken = useCsrfToken()
  const personId = usePerson()?.id
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null })
  const [localCopy, setLocalCopy] = useState<LocalCopy | null>(null)
  const known = useRef({ revision, touched: 0, saved: 0, firstTouch: 0, isHeld: false })
  const sending = useRef<Promise<SaveAnswer | null> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const store = useRef<ReturnType<typeof draftStore<LocalCopy>> | null>(null)

  useEffect(() => {
    if (!personId) return
    store.current = draftStore<LocalCopy>(personId, `article ${articleId}`)
    setLocalCopy(store.current.read())
  }, [personId, articleId])

  const keepCopy = useEffectEvent(() => {
    if (!form.current || known.current.touched === known.current.saved) return
    const content = contentOfForm(new FormData(form.current))
    store.current?.keep({ content, revision: known.current.revision, at: new Date().toISOString() })
  })

  const send = useEffectEvent(async (intent: Intent): Promise<SaveAnswer | null> => {
    // Requests are sequential, because each needs the revision of the one before.
    await sending.current
    const answer = post(intent)
    sending.current = answer
    return answer.finally(() => {
      sending.current = null
    })
  })

  const post = useEffectEvent(async (intent: Intent): Promise<SaveAnswer | null> => {
    if (!form.current) return null
    const { current } = known
    const touched = current.touched
    const body = new FormData(form.current)
    body.set('intent', intent)
    body.set('revision', String(current.revision))
    setState({ kind: 'saving' })
    try {
      const response = await fetch(`/desk/articles/${articleId}/save`, {
        method: 'POST',
        body,
        headers: { 'X-Desk-Csrf': csrfToken },
      })
      const answer = await readAnswer(response)
      if (answer === 'signed-out') {
        current.isHeld = true
        setState({ kind: 'signed-out' })
        return null
      }
      if (answer === null) throw new Error(`The desk answered ${response.status}.`)
      take(answer, touched)
      return answer
    } catch {
      setState({ kind: 'offline' })
      plan(RETRY_MS)
      return null
    }
  })

  function take(answer: SaveAnswer, touched: number) {
    const { current } = known
    if (answer.kind === 'conflict') {
      current.isHeld = true
      setState({ kind: 'conflict' })
    } else if (answer.revision === null) {
      setState({ kind: 'refused', message: answer.kind === 'refused' ? answer.message : '' })
    } else {
      current.revision = answer.revision
      current.saved = touched
      current.firstTouch = 0
      if (current.touched === touched) {
        store.current?.forget()
        setState({ kind: 'saved', at: new Date() })
      } else {
        setState({ kind: 'typing' })
        plan(PAUSE_MS)
      }
    }
    onAnswer(answer)
  }

  const plan = useEffectEvent((wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const { current } = known
      if (current.isHeld || current.touched === current.saved) return
      if (sending.current) plan(PAUSE_MS)
      else send('autosave')
    }, wait)
  })

  const touch = () => {
    const { current } = known
    const now = Date.now()
    current.touched += 1
    current.firstTouch ||= now
    if (!current.isHeld)
      setState((was) => (was.kind === 'typing' || was.kind === 'offline' ? was : { kind: 'typing' }))
    plan(Math.max(0, Math.min(PAUSE_MS, current.firstTouch + LONGEST_MS - now)))
  }

  useEffect(() => {
    const keep = setInterval(keepCopy, 1_000)
    const online = () => plan(0)
    const warn = (event: BeforeUnloadEvent) => {
      keepCopy()
      if (known.current.touched !== known.current.saved) event.preventDefault()
    }
    const back = () => {
      if (document.visibilityState === 'hidden') keepCopy()
      // The person may have signed in again in another tab.
      else if (known.current.isHeld) plan(0)
    }
    addEventListener('online', online)
    addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', back)
    return () => {
      clearInterval(keep)
      clearTimeout(timer.current)
      removeEventListener('online', online)
      removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', back)
    }
  }, [])

  // Before another page of the desk opens, unsaved text is saved.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      known.current.touched !== known.current.saved &&
      !known.current.isHeld,
  )
  const saveAndLeave = useEffectEvent(async () => {
    clearTimeout(timer.current)
    keepCopy()
    const answer = await send('autosave')
    if (answer?.kind === 'conflict') blocker.reset?.()
    else blocker.proceed?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') saveAndLeave()
  }, [blocker.state])

  return {
    state,
    /** Call after every change. */
    touch,
    /** Saves at once. Null if the desk could not be reached. */
    async save(intent: Intent) {
      clearTimeout(timer.current)
      known.current.isHeld = false
      return send(intent)
    },
    /** Saves over another person's text, of which the person has seen the revision `seen`. */
    continueFrom(seen: number) {
      known.current.revision = seen
      known.current.isHeld = false
    },
    /** A copy from an earlier visit; null if there is none. */
    localCopy,
    forgetLocalCopy() {
      store.current?.forget()
      setLocalCopy(null)
    },
  }
}

/** Null if the response is not from the desk: a proxy's page, or an unavailable database. */
async function readAnswer(response: Response): Promise<SaveAnswer | 'signed-out' | null> {
  if (response.status === 401 || response.status === 403 || response.redirected) return 'signed-out'
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return null
  const answer = await response.json()
  return typeof answer?.kind === 'string' ? answer : null
}
