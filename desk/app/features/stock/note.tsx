import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextLink } from '../../ui/page.tsx'

/** The latest change, for its notice. */
export interface Done {
  batch: string
  /** 'AB12 CDE sold for £4,500' */
  change: string
  canUndo: boolean
}

/** Reports a change and offers to undo it; stays visible at the bottom of the page. */
export function DoneNote({ done, back }: { done: Done | null | undefined; back: string }) {
  return (
    <div className="sticky bottom-17 desk:bottom-4 z-9 mt-4" role="status">
      {done && (
        <div className="desk-note flex w-fit max-w-full flex-wrap items-center gap-x-5 gap-y-2 rounded-r-md py-2 shadow-note">
          <p>{`${done.change}.`}</p>
          {done.canUndo ? (
            <DeskForm action="/changes/undo" preventScrollReset sends={{ batch: done.batch, back }}>
              <SubmitButton>Undo</SubmitButton>
            </DeskForm>
          ) : (
            <p>
              <TextLink to={`/changes/${done.batch}`}>See the change</TextLink>
            </p>
          )}
        </div>
      )}
    </div>
  )
}
