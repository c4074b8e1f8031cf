import { useEffect, useId, useRef, useState } from 'react'
import { MAX_SENT, sentListPath } from './sent-list.ts'

type State = { is: 'ready' | 'copied' } | { is: 'shown'; address: string }

const SAID = {
  copied: 'The link is copied. Paste it into a message.',
  shown: 'Copy the link below and paste it into a message.',
}

/** Opens the share sheet of a phone, or copies the URL; if neither works, shows it for copying by hand. */
export function SendList({ registrations }: { registrations: readonly string[] }) {
  const [state, setState] = useState<State>({ is: 'ready' })
  const left = registrations.length - MAX_SENT

  const send = async () => {
    setState({ is: 'ready' })
    const address = new URL(sentListPath(registrations), location.origin).href
    setState(await sendAddress(address))
  }

  return (
    <>
      <button
        type="button"
        className="button button-quiet scripted"
        onClick={send}
      >{`Send ${registrations.length === 1 ? 'this plate' : 'this list'}`}</button>
      <p role="status" className="shortlist-said">
        {state.is !== 'ready' &&
          SAID[state.is] +
            (left > 0 ? ` It holds the first ${MAX_SENT} plates of ${registrations.length}.` : '')}
      </p>
      {state.is === 'shown' && <AddressField address={state.address} />}
    </>
  )
}

async function sendAddress(address: string): Promise<State> {
  const shared = { title: document.title, url: address }
  if (navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared)
      return { is: 'ready' }
    } catch (error) {
      // AbortError means that the visitor closed the share sheet. Other errors mean that it could not be opened.
      if (error instanceof DOMException && error.name === 'AbortError') return { is: 'ready' }
    }
  }
  try {
    await navigator.clipboard.writeText(address)
    return { is: 'copied' }
  } catch {
    return { is: 'shown', address }
  }
}

function AddressField({ address }: { address: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className="shortlist-address max-w-reading">
      <label htmlFor={id} className="toolbar-label">
        Link to this list
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={address}
        className="toolbar-input"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </div>
  )
}
