import { expect, test } from 'vitest'
import { listImagePath, MAX_SENT, parseSentList, sentListPath } from './sent-list.ts'

const read = (...parameters: string[]) => {
  const { listed, unreadable, leftOut } = parseSentList(parameters)
  return [listed.map(({ registration }) => registration), unreadable, leftOut]
}

test.each([
  [['WD1,RTL1,PJM4'], [['WD 1', 'RTL 1', 'PJM 4'], 0, 0]],
  [['wd1, WD 1 ,w-d 1,RTL 1'], [['WD 1', 'RTL 1'], 0, 0]],
  [['ＷＤ１'], [['WD 1'], 0, 0]],
  [
    ['WD1', 'RTL1'],
    [['WD 1', 'RTL 1'], 0, 0],
  ],
  [['WD1;RTL1\nPJM4'], [['WD 1', 'RTL 1', 'PJM 4'], 0, 0]],
  [[''], [[], 0, 0]],
  [[' , ,,'], [[], 0, 0]],
  // Text that no system allows may still be in stock or on record.
  [['X 1234567'], [['X 1234567'], 0, 0]],
  [['<script>alert(1)</script>,WD1'], [['WD 1'], 1, 0]],
  [['WD1%00,WD1\0'], [['WD 1'], 1, 0]],
  [['A'.repeat(5000)], [[], 1, 0]],
])('the parameters %j are the list %j', (parameters, list) => {
  expect(read(...parameters)).toEqual(list)
})

test('a list has at most twenty registrations and the number of further ones', () => {
  const many = Array.from({ length: 200 }, (_, index) => `AB${index + 1}`)
  const [registrations, , leftOut] = read(many.join())
  expect(registrations).toHaveLength(MAX_SENT)
  expect(leftOut).toBe(180)
})

test('two spellings of one registration count once', () => {
  const spellings = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'wd 1' : 'WD1'))
  expect(read(spellings.join())).toEqual([['WD 1'], 0, 0])
})

test('the address of a list has no spaces, and is read as the same list', () => {
  expect(sentListPath(['WD 1', 'H34 VEN'])).toBe('/shortlist?p=WD1,H34VEN')
  const odd = ['AB 12 CDE', 'Ü & 1', 'WD 1']
  const { searchParams } = new URL(sentListPath(odd), 'https://plates.test')
  expect(searchParams.getAll('p')).toEqual(['AB 12 CDE,Ü & 1,WD1'])
})

test('the address of a share image has six registrations at most', () => {
  const many = Array.from({ length: 9 }, (_, index) => `AB ${index + 1}`)
  expect(listImagePath(many)).toBe('/share/shortlist.png?p=AB1,AB2,AB3,AB4,AB5,AB6')
})
