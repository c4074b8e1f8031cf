import { SignInLayout } from '../features/sign-in/sign-in-layout.tsx'
import { TextArea } from '../ui/field.tsx'
import type { Refused } from './guard.server.ts'
import { withReturn } from './own-path.ts'

const WORDS = {
  'signed-out': {
    title: 'You are signed out',
    advice: 'Nothing was saved.',
    link: 'Sign in again',
  },
  'old-form': {
    title: 'This form was open for too long',
    advice: 'It belongs to an earlier sign-in, so nothing was saved.',
    link: 'Open the page again',
  },
} as const

/** Replaces the response to a refused form and shows the entered values. */
export function RefusedForm({ refused: { reason, typed, page } }: { refused: Refused }) {
  const { title, advice, link } = WORDS[reason]
  const to = reason === 'signed-out' ? withReturn('/sign-in', page) : page
  return (
    <SignInLayout title={title}>
      <p className="max-w-reading">
        {advice}
        {typed.length > 0 && ' What you typed is below: copy it before you go on.'}
      </p>
      {typed.map(([name, value], index) => (
        <TextArea
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
          key={index}
          label={inWords(name)}
          name=""
          readOnly
          rows={Math.min(12, value.split('\n').length + Math.floor(value.length / 70))}
          defaultValue={value}
        />
      ))}
      <p>
        <a className="button-small" data-main href={`/desk${to}`}>
          {link}
        </a>
      </p>
    </SignInLayout>
  )
}

/** 'reply_text' → 'Reply text' */
function inWords(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
