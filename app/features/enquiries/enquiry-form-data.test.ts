import { expect, test } from 'vitest'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { enquiryBody, NAMED_PLATES, readFormData } from './enquiry-form-data.ts'

function plateNumberOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { data } = enquiryBody('contact', readFormData('contact', form), {})
  return 'plateNumber' in data ? data.plateNumber : undefined
}

test.each(Object.keys(inquiryTypes).filter((type) => type !== 'purchase'))(
  'the plate number of a contact enquiry is what the page names, with type %s, whatever the hidden field holds',
  (inquiryType) => {
    const fields = { inquiryType, [NAMED_PLATES]: '1 KP, 7 W' }
    expect(plateNumberOf(fields)).toBe('1 KP, 7 W')
    expect(plateNumberOf({ ...fields, plateNumber: '' })).toBe('1 KP, 7 W')
    expect(plateNumberOf({ ...fields, plateNumber: 'X 1' })).toBe('1 KP, 7 W')
  },
)

test.each([
  ['is what the field holds, for a purchase', '1 KP', '9 GS', '9 GS'],
  ['is empty if the field of a purchase was cleared', '1 KP', '', ''],
  ['may be typed where the page names none', '', '9 GS', '9 GS'],
])('the plate number of a contact enquiry %s', (_what, named, typed, expected) => {
  expect(plateNumberOf({ inquiryType: 'purchase', plateNumber: typed, [NAMED_PLATES]: named })).toBe(expected)
})

test('the plate number of a contact enquiry is empty if the page names none and the field is hidden', () => {
  expect(plateNumberOf({ inquiryType: 'legal', plateNumber: 'typed before' })).toBe('')
})

test('the plate number of a valuation has its own field', () => {
  const form = new FormData()
  form.set('plateNumber', 'A 1')
  form.set('ownership', 'on')
  expect(enquiryBody('valuation', readFormData('valuation', form), { website: '' })).toEqual({
    type: 'valuation',
    data: { plateNumber: 'A 1', email: '', name: '', phone: '', additional: '', ownership: true },
    trap: { website: '' },
  })
})
