import { expect, it } from 'vitest'
import { UNCHOSEN } from '#services/import/import-store.ts'
import { readHeadingAnswers } from './read-choices.server.ts'

/** Each heading with the column that it has, and the one that the person chooses. */
function answers(headings: [heading: string, was: string, column: string][], known = {}) {
  const form = new FormData()
  for (const [index, [heading, was, column]] of headings.entries()) {
    form.set(`heading-${index}`, heading)
    form.set(`was-${index}`, was)
    form.set(`column-${index}`, column)
  }
  return readHeadingAnswers(form, { ...UNCHOSEN, columns: known }).columns
}

it('the columns of a list can be changed, and only those that change are stored', () => {
  expect(
    answers([
      ['Reg', 'plate_number', 'plate_number'],
      ['Certificate', 'document_number', 'document'],
      ['Notes', 'notes', '-'],
    ]),
  ).toEqual({ Certificate: 'document', Notes: '-' })
})

it('the columns of a list can be exchanged', () => {
  expect(
    answers(
      [
        ['Trade', 'price', 'cost'],
        ['Retail', 'cost', 'price'],
      ],
      { Trade: 'price' },
    ),
  ).toEqual({ Trade: 'cost', Retail: 'price' })
})

it('the columns of a list cannot have the same meaning twice, even if one of them is unchanged', () => {
  expect(() =>
    answers([
      ['Price', 'price', 'price'],
      ['Trade', '-', 'price'],
    ]),
  ).toThrow(/^Two headings cannot both be/)
})

it('the dates of a column are read as the person says, and earlier answers stay', () => {
  const form = new FormData()
  form.set('order Expiry', 'month_first')
  form.set('year Date', '2024')
  const dates = { orders: { Bought: 'day_first' as const }, years: {} }
  expect(readHeadingAnswers(form, { ...UNCHOSEN, dates })).toMatchObject({
    dates: { orders: { Bought: 'day_first', Expiry: 'month_first' }, years: { Date: '2024' } },
  })
  form.set('year Date', 'soon')
  expect(() => readHeadingAnswers(form, UNCHOSEN)).toThrow('Say how the dates are to be read.')
})
