import type { ReactNode } from 'react'

interface PrintButtonProps {
  before?: ReactNode
  after?: ReactNode
}

/** Without script, the browser's menu prints. */
export const PrintButton = ({ before, after }: PrintButtonProps) => (
  <>
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      {before}
      <button type="button" className="button scripted" onClick={() => print()}>
        Print
      </button>
      {after}
    </div>
    <p className="unscripted mt-4">Choose Print in your browser’s menu.</p>
  </>
)
