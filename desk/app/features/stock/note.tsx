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
    <div className="stock-done-note sticky bottom-17 desk:bottom-4 z-9 mt-4" role="status">
      {done && (
        <div className="desk-note">
          <p>{`${done.change}.`}</p>
          {done.canUndo ? (
            <DeskForm action="/changes/undo" preventScrollReset sends={{ batch: done.batch, back }}>
              <SubmitButton>Undo</SubmitButton>
            </DeskForm>
          ) : (
            <TextLink to={`/changes/${done.batch}`}>See the change</TextLink>
          )}
        </div>
      )}
    </div>
  )
}
