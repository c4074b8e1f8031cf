import { expect, test } from 'vitest'
import { contentOfForm } from './content-of-form.ts'

function formOf(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('blank rows are omitted, and removed rows leave no gap', () => {
  const form = formOf([
    ['sources.0.name', ' GOV.UK\u202e '],
    ['sources.0.url', 'https://www.gov.uk/'],
    ['sources.1.name', ''],
    ['sources.1.url', ' '],
    ['sources.4.name', 'DVLA'],
    ['sources.4.url', ''],
    ['facts.0.name', 'fee'],
    ['facts.0.value', '£80'],
    ['facts.1.name', ''],
    ['facts.1.checked', '2026-11-23'],
  ])
  const { sources, facts } = contentOfForm(form)
  expect(sources).toEqual([
    { name: 'GOV.UK', url: 'https://www.gov.uk/' },
    { name: 'DVLA', url: '' },
  ])
  expect(facts.map(({ name }) => name)).toEqual(['fee'])
})

test('the text keeps its spaces, and its line ends become line feeds', () => {
  expect(contentOfForm(formOf([['body', '  One\u200b\r\n\r\nTwo\n']])).body).toBe('  One\n\nTwo\n')
})

test('a picture must be given by its id', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const named = formOf([
    ['pictureId', id],
    ['pictureAlt', ' A plate '],
  ])
  expect(contentOfForm(named).picture).toEqual({ id, alt: 'A plate' })
  expect(contentOfForm(formOf([['pictureId', '../x']])).picture).toBeNull()
})
