import { EXPLORERS } from '#shared/sales/explorers.ts'
import { formatNumber, longDay, plural } from '#shared/text/format.ts'
import type { DataFile, Dataset } from './describe-dataset.server.ts'

export function Files({ datasets }: { datasets: Dataset[] }) {
  const isHashed = datasets.every(({ files }) => files.every(({ content }) => content !== null))
  return (
    <>
      {datasets.map(({ explorer, count, changedAt, files }) => (
        <section key={explorer} aria-labelledby={`${explorer}-files`} className="mb-4">
          <h3 id={`${explorer}-files`} className="subheading">
            {EXPLORERS[explorer].title}
          </h3>
          <p className="mt-1 text-quiet">
            {plural(count, 'sale')}
            {changedAt && (
              <>
                , version of <time dateTime={changedAt}>{formatTime(changedAt)}</time>
              </>
            )}
          </p>
          <dl className="facts mt-3">
            {files.map((file) => (
              <FileRow key={file.kind} file={file} />
            ))}
          </dl>
        </section>
      ))}
      <p>
        A version is the state of the records at that time. The checksums change whenever a sale is added,
        corrected or removed; earlier versions are not kept.
        {isHashed
          ? ' They are SHA-256 sums of the whole file: sha256sum, shasum -a 256 and Get-FileHash print the same for your copy.'
          : ' With this many records we list no checksums, because each file is written as it is sent.'}
      </p>
      <p>
        The CSV files are UTF-8 with a byte order mark, so that Excel opens them as they are. Their first line
        holds the headings. Text that a spreadsheet would take for a formula begins with an apostrophe. The
        JSON files hold the same columns, with the licence, the citation and their own address.
      </p>
      <p>
        Below its table, the explorer offers the same files for any search or filter, named after it:
        uk-sales-2012.csv holds the sales of 2012.
      </p>
    </>
  )
}

function FileRow({ file: { kind, name, path, content } }: { file: DataFile }) {
  return (
    <div className="grid-cols-[4rem_minmax(0,1fr)]">
      <dt>{kind.toUpperCase()}</dt>
      <dd>
        <a href={path} className="link" download>
          {name}
        </a>
        {content && (
          <>
            {' '}
            <span className="whitespace-nowrap font-normal text-quiet">
              {formatNumber(Math.ceil(content.bytes / 1_000))} kB
            </span>
            <code className="mt-1 block break-all font-normal text-quiet text-sm">{content.sha256}</code>
          </>
        )}
      </dd>
    </div>
  )
}

/** '22 November 2026, 17:44 UTC' */
const formatTime = (time: string) => `${longDay(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`
