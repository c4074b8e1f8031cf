import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useFetcher } from 'react-router'
import type { PlateStatus } from '#services/stock/plate-status.ts'
import type { FoundPlate } from '#services/stock/search-stock.ts'
import { SIMPLE_STATUSES, STATUS_LABELS } from '#services/stock/status-change.ts'
import { formatGbp } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { fullMoment, nearDay, shortDay, shortMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { type Answer, typedText } from '../../ui/form-answer.ts'
import { Certificate } from './certificate.tsx'
import type { Done } from './note.tsx'

/** What a row has of its plate, without the texts, which a list of a hundred plates does not need. */
export const ROW_COLUMNS = [
  ...(['id', 'registration', 'status', 'priceGbp', 'costGbp', 'document', 'documentExpiresOn'] as const),
  ...(['boughtOn', 'reservedUntil', 'soldPriceGbp', 'soldOn', 'isFeature', 'updatedAt', 'reason'] as const),
]

type StockRowPlate = Pick<FoundPlate, (typeof ROW_COLUMNS)[number]> & { marginGbp: number | null }

/** Of editing a row: what was saved or, with what was typed, why nothing was. */
export interface RowAnswer extends Partial<Answer> {
  /** Null if nothing changed. */
  done?: Done | null
  /** The timestamp of the saved plate, or of another person's change: sending it saves over that. */
  seenAt?: string
}

interface StockRowProps {
  plate: StockRowPlate
  today: string
  /** The URL of the list, to return to. */
  back: string
  /** The response to a form that was sent without script. */
  posted?: RowAnswer | undefined
  onDone: (done: Done) => void
}

export function StockRow({ plate, today, back, posted, onDone }: StockRowProps) {
  const { id, registration, status, updatedAt } = plate
  const { form, fetcher, result, seenAt, isEdited, save, restore, edit } = useRowEdit(plate, {
    back,
    posted,
    onDone,
  })
  const { fields = {}, message } = result ?? {}
  const typedStatus = typedText(result?.typed, 'status')
  const problemId = `problem-${id}`
  return (
    <>
      <tr data-edited={isEdited || undefined}>
        <td className="max-lg:row-[1/3]">
          <label className="-ml-1.75 inline-grid size-8 place-items-center max-lg:-ml-2.75 max-lg:size-10">
            <span className="sr-only">Select {registration}</span>
            <input type="checkbox" name="plate" value={id} form="selection" />
          </label>
        </td>
        <td className="max-lg:col-start-2 max-lg:row-start-1 max-[23rem]:hidden">
          <PlateFace registration={registration} decorative className="w-26 max-lg:w-21" />
        </td>
        <th
          scope="row"
          className="gap-x-2 max-lg:col-start-3 max-lg:row-start-1 max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-[23rem]:col-start-2"
        >
          <Link to={`/stock/${id}`} data-row className="registration-link">
            {registration}
          </Link>
          {plate.isFeature && (
            <span className="ml-2 border-plate border-b-2 font-normal text-[0.75rem] text-quiet max-lg:ml-0">
              Featured
            </span>
          )}
          {plate.reason && <span className="cell-aside">{plate.reason}</span>}
        </th>
        <td className="max-lg:col-start-2 max-lg:row-start-2">
          <StatusChoice plate={plate} typed={typedStatus} isEdited={isEdited} edit={edit} />
          {status === 'reserved' && plate.reservedUntil && (
            <span className="cell-aside">{`to ${nearDay(plate.reservedUntil, today)}`}</span>
          )}
        </td>
        <td className="cell-price number max-lg:col-start-4 max-lg:row-start-1 max-[23rem]:col-start-3">
          <DeskForm
            ref={form}
            id={edit.form}
            className="inline-flex items-center gap-1.5"
            fetcher={fetcher}
            action={back}
            onSubmit={save}
            sends={{ id, seenAt, priceFall: fields.priceFall ?? '' }}
          >
            <PriceInput
              plate={plate}
              typed={typedText(result?.typed, 'priceGbp')}
              problemId={message ? problemId : undefined}
              isInvalid={'priceGbp' in fields || 'priceFall' in fields}
              isEdited={isEdited}
              edit={edit}
            />
            <button type="submit" className="row-save max-lg:min-h-10">
              Save<span className="sr-only"> {registration}</span>
            </button>
          </DeskForm>
        </td>
        <td className="number max-lg:hidden">{plate.costGbp !== null && formatGbp(plate.costGbp)}</td>
        <td className={`number max-lg:hidden ${(plate.marginGbp ?? 0) < 0 ? 'text-red' : ''}`}>
          {plate.marginGbp !== null && formatGbp(plate.marginGbp)}
        </td>
        <td className="cell-certificate pl-4 max-lg:pl-0 max-[23rem]:pr-11 max-[23rem]:pl-27 lg:truncate">
          <Certificate plate={plate} today={today} />
        </td>
        <td className="number whitespace-nowrap max-lg:hidden">
          {plate.boughtOn && shortDay(plate.boughtOn)}
        </td>
        <td className="number whitespace-nowrap text-quiet max-lg:hidden">
          <time dateTime={updatedAt} title={fullMoment(updatedAt)}>
            {shortMoment(updatedAt, today)}
          </time>
        </td>
        <td className="cell-actions whitespace-nowrap text-right max-lg:col-start-4 max-lg:row-start-2 max-[23rem]:col-start-3">
          {status === 'sold' ? (
            <span className="cell-aside ml-0" key={`${plate.soldPriceGbp} ${plate.soldOn}`}>
              {plate.soldPriceGbp !== null && (
                <span className="max-lg:hidden">{formatGbp(plate.soldPriceGbp)}, </span>
              )}
              {plate.soldOn && shortDay(plate.soldOn)}
            </span>
          ) : (
            <Link
              to={`/stock/${id}/sell?${new URLSearchParams({ back })}`}
              className="row-action -mr-1.5"
              aria-label={`Sell ${registration}`}
            >
              Sell
            </Link>
          )}
        </td>
      </tr>
      {message && (
        <tr className="max-lg:py-0">
          <td colSpan={11} className="h-auto py-1.5 text-red max-lg:col-span-full">
            <p id={problemId} className="inline" role="alert">
              {fields.priceFall ? `${message} Save again to go on.` : message}
            </p>
            {typedStatus && (fields.confirmed || fields.status) && (
              <Link
                to={`/stock/${id}?${new URLSearchParams({ status: typedStatus })}`}
                className="row-action"
              >
                See the deals
              </Link>
            )}
            <Link
              to={back}
              className="row-action"
              onClick={(event) => {
                event.preventDefault()
                restore()
              }}
            >
              Restore
            </Link>
          </td>
        </tr>
      )}
    </>
  )
}

function useRowEdit(
  { id, updatedAt }: StockRowPlate,
  { back, posted, onDone }: Pick<StockRowProps, 'back' | 'posted' | 'onDone'>,
) {
  const fetcher = useFetcher<RowAnswer>()
  const form = useRef<HTMLFormElement>(null)
  // The timestamp when the person began to type, so that another person's later change is a conflict.
  const [editedAt, setEditedAt] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<RowAnswer | null>(null)
  const answer = fetcher.data ?? (typedText(posted?.typed, 'id') === id ? posted : undefined)
  const result = answer === dismissed ? undefined : answer
  // Report it at once, because a row with another status then leaves the list.
  const done = fetcher.data?.done
  useEffect(() => {
    if (done) onDone(done)
  }, [done, onDone])
  const saved = fetcher.state === 'idle' && !fetcher.data?.typed ? fetcher.data : undefined
  // Input after the form was sent is a separate edit, based on the saved plate.
  const inputs = useRef({ typed: 0, sent: 0, answered: answer })
  const isQueued = useRef(false)
  useLayoutEffect(() => {
    if (saved) setEditedAt(inputs.current.typed === inputs.current.sent ? null : (saved.seenAt ?? null))
  }, [saved])

  const theirsAt = result?.typed && result.seenAt
  const seenAt = theirsAt ?? editedAt ?? updatedAt
  // An edit that was submitted during a save is sent once that has finished.
  useEffect(() => {
    if (fetcher.state !== 'idle' || !isQueued.current || (saved && seenAt !== saved.seenAt)) return
    isQueued.current = false
    form.current?.requestSubmit()
  }, [fetcher.state, seenAt, saved])

  // The row shows the result, so the page need not change.
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (fetcher.state !== 'idle') {
      // The response is rendered before the fetcher is idle, so the person may already be saving over its conflict.
      const isOverConflict = theirsAt !== undefined && answer !== inputs.current.answered
      isQueued.current = isOverConflict || inputs.current.typed !== inputs.current.sent
      return
    }
    const values = new FormData(event.currentTarget)
    values.set('answer', 'row')
    inputs.current = { ...inputs.current, sent: inputs.current.typed, answered: answer }
    fetcher.submit(values, { method: 'post', action: back })
  }
  const restore = () => {
    form.current?.reset()
    setEditedAt(null)
    setDismissed(answer ?? null)
  }
  const onInput = () => {
    inputs.current.typed++
    setEditedAt((known) => known ?? updatedAt)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (event.key === 'Escape') restore()
    if (event.key === 'Enter' && event.currentTarget instanceof HTMLSelectElement) {
      event.preventDefault()
      form.current?.requestSubmit()
    }
  }
  return {
    form,
    fetcher,
    result,
    seenAt,
    save,
    isEdited: editedAt !== null || result?.typed !== undefined,
    restore,
    edit: { form: `row-${id}`, onKeyDown, onInput },
  }
}

type Edit = ReturnType<typeof useRowEdit>['edit']

/** Shows another person's change or the saved value, but keeps what is being typed, or was typed before hydration. */
function useStoredValue(
  control: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  stored: string,
  isEdited: boolean,
) {
  const isFirst = useRef(true)
  // In a layout effect: a later one could undo a choice made in between.
  useLayoutEffect(() => {
    const { current } = control
    if (current && !isEdited && !isFirst.current) {
      const isSelected =
        current instanceof HTMLInputElement &&
        current.selectionStart === 0 &&
        current.selectionEnd === current.value.length
      current.value = stored
      // What somebody is about to type takes the place of the whole price, as it would have without this.
      if (isSelected && document.activeElement === current) current.select()
    }
    isFirst.current = false
  }, [control, stored, isEdited])
}

interface ChoiceProps {
  plate: StockRowPlate
  typed: string | undefined
  isEdited: boolean
  edit: Edit
}

function StatusChoice({ plate, typed, isEdited, edit }: ChoiceProps) {
  const { status, registration } = plate
  const select = useRef<HTMLSelectElement>(null)
  const isByPointer = useRef(false)
  useStoredValue(select, status, isEdited)
  // Reserving and selling have pages of their own.
  const choices = [...new Set<PlateStatus>([...SIMPLE_STATUSES, status])]
  return (
    <select
      ref={select}
      name="status"
      className={`cell-input -ml-1.5 max-lg:min-h-10 ${status === 'for_sale' ? '' : 'text-quiet'}`}
      aria-label={`Status of ${registration}`}
      defaultValue={choices.find((choice) => choice === typed) ?? status}
      {...edit}
      onPointerDown={() => {
        isByPointer.current = true
      }}
      onKeyDown={(event) => {
        isByPointer.current = false
        edit.onKeyDown(event)
      }}
      // With the keyboard, each arrow key is a change, so only Enter saves.
      onChange={(event) => isByPointer.current && event.currentTarget.form?.requestSubmit()}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {STATUS_LABELS[choice]}
        </option>
      ))}
    </select>
  )
}

interface PriceInputProps extends ChoiceProps {
  problemId: string | undefined
  isInvalid: boolean
}

function PriceInput({ plate, typed, problemId, isInvalid, isEdited, edit }: PriceInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const stored = plate.priceGbp === null ? '' : formatGbp(plate.priceGbp)
  useStoredValue(input, stored, isEdited)
  return (
    <input
      ref={input}
      name="priceGbp"
      className="cell-input -mr-1.75 w-26 text-right lining-nums tabular-nums tracking-[-0.025em] max-lg:min-h-10 max-lg:w-23"
      inputMode="numeric"
      autoComplete="off"
      size={9}
      maxLength={20}
      defaultValue={typed ?? stored}
      aria-label={`Price of ${plate.registration}, in pounds`}
      aria-invalid={isInvalid || undefined}
      aria-describedby={problemId}
      {...(problemId && { autoFocus: true })}
      {...edit}
    />
  )
}
