import { describeFault, type Fault } from '#services/articles/fault.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { plural } from '#shared/text/format.ts'

interface FaultListProps {
  faults: readonly Fault[]
  goToLine(line: number): void
}

/** All faults as a list, for people who write Markdown or use a screen reader. */
export function FaultList({ faults, goToLine }: FaultListProps) {
  const stops = faults.filter(({ severity }) => severity === 'fault').length
  return (
    <section className="text-row" aria-label="Checks">
      <p role="status">
        {stops === 0
          ? faults.length === 0
            ? 'Ready to publish.'
            : 'Ready to publish. Worth a look:'
          : `${plural(stops, 'problem')} to fix before it can be published:`}
      </p>
      {faults.length > 0 && (
        <ul className="mt-1">
          {faults.map((fault, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a fault has no name, and may come twice
              key={index}
              className={`my-1.5 min-h-8 content-center border-l-[3px] pl-3 ${fault.severity === 'warning' ? 'border-line' : 'border-red'}`}
            >
              {fault.line === null ? (
                capitalised(describeFault(fault))
              ) : (
                <>
                  <span>{`${capitalised(fault.message)} `}</span>
                  <button
                    type="button"
                    className="needs-script row-action"
                    onClick={() => goToLine(fault.line ?? 1)}
                  >
                    Go to it<span className="sr-only">{`, line ${fault.line}`}</span>
                  </button>
                  <noscript>(line {fault.line})</noscript>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
