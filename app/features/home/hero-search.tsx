import { type ComponentType, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { findPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { MAX_SENTENCE_LENGTH } from '../find/sentence-length.ts'

const EXAMPLES = [
  ['BIG DAY', 'B16 DAY'],
  ['MUM', 'MUM 1'],
  ['JB', 'JB 1'],
  ['1985', 'J 1985'],
] as const

/** A form for `/find`; once it has the focus, the typed text is shown as a plate (`live-answer.tsx`). */
export function HeroSearch() {
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)
  const [typed, setTyped] = useState('')
  const [Live, setLive] = useState<ComponentType<{ typed: string }> | null>(null)
  const load = () => {
    import('./live-answer.tsx').then(
      ({ LiveAnswer }) => {
        setLive(() => LiveAnswer)
        setTyped(field.current?.value ?? '')
      },
      () => {}, // the form works without it
    )
  }
  return (
    <search className="hero-search">
      <Form
        ref={form}
        action="/find"
        className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1"
        onFocus={load}
        onPointerEnter={load}
      >
        <label htmlFor="hero-field">A name, a word, initials or a year</label>
        <input
          ref={field}
          id="hero-field"
          type="search"
          className="toolbar-input"
          name="q"
          placeholder="Sophie"
          maxLength={MAX_SENTENCE_LENGTH}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onInput={(event) => {
            if (!Live) load()
            setTyped(event.currentTarget.value)
          }}
        />
        <button type="submit" className="button button-quiet">
          Find plates
        </button>
      </Form>
      {Live && typed.trim() ? (
        <Live typed={typed} />
      ) : (
        <>
          <PlateFace registration="SOP 111E" className="block w-full" />
          <div className="hero-examples pt-3">
            <p className="note leading-normal">That’s Sophie on a legal plate. Try your own name.</p>
            <ul className="mt-3 grid grid-cols-4 gap-3 max-[27rem]:hidden">
              {EXAMPLES.map(([name, registration]) => (
                <li key={name}>
                  <Link to={findPath(name)} rel="nofollow" className="hero-card">
                    <PlateFace registration={registration} decorative className="block w-full" />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </search>
  )
}
