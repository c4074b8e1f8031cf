import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatNumber } from '#shared/text/format.ts'

const ASK_AGAIN_MS = 700

interface Props {
  stage: 'reading' | 'comparing' | 'writing'
  rows: number
}

/** Shows the progress. Without script, the response's Refresh header reloads the page. */
export function ImportProgress({ stage, rows }: Props) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(revalidate, ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <div className="desk-note max-w-reading" role="status">
      <p>{describeStage(stage, rows)}</p>
      <progress className="mt-2 h-2 w-full accent-green" aria-label="Progress of the import" />
    </div>
  )
}

function describeStage(stage: Props['stage'], rows: number): string {
  if (stage === 'writing') return `Writing ${formatNumber(rows)} rows, all of them or none.`
  if (stage === 'comparing') return `Comparing ${formatNumber(rows)} rows with what is on record.`
  return rows === 0 ? 'Reading the list.' : `Reading the list: ${formatNumber(rows)} rows so far.`
}
