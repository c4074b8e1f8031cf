import { describe, expect, it } from 'vitest'
import { plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

/** Quotes a value for lists and logic trees, which the client does not. */
const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`

const described = plates.filter((plate) => plate.is_available && plate.description !== null)

describe('every text matches itself', () => {
  for (const { plate_number, description } of described) {
    const value = description as string
    it(`the text "${value}" matches itself by eq, in a list and in a logic tree`, async () => {
      const plates = () => contract().anon.from('plates').select('plate_number')
      const answers = await Promise.all([
        plates().eq('description', value),
        plates().filter('description', 'in', `(${quoted(value)},${quoted('no, such "text"')})`),
        plates().or(`description.eq.${quoted(value)},price.eq.5`),
        plates().or(`description.in.(${quoted(value)}),price.eq.5`),
      ])
      for (const { data } of answers) expect(data).toEqual([{ plate_number }])
    })
  }
})

describe('quotes', () => {
  const find = async (query: string) => (await contract().ask(`/plates?select=plate_number&${query}`)).json()

  it('quotes after eq are part of the value', async () => {
    expect(await find('plate_number=eq."A 1"')).toEqual([])
  })

  it('quotes within a plain list value are part of it', async () => {
    expect(await find('plate_number=in.(A "1)')).toEqual([])
    expect(await find('plate_number=in.("A 1"x)')).toEqual([])
  })

  it('spaces inside a list belong to the values', async () => {
    expect(await find('plate_number=in.("A 1", "B 2")')).toEqual([{ plate_number: 'A 1' }])
  })

  it('a plus in a condition is a space', async () => {
    expect(await find('plate_number=eq.A+1')).toEqual([{ plate_number: 'A 1' }])
    expect(await find('plate_number=eq.A%201')).toEqual([{ plate_number: 'A 1' }])
  })

  it('SQL in a condition is a text like any other', async () => {
    for (const text of ["' OR 1=1 --", '"; DROP TABLE plates; --', "A 1' --", '?1', ':a', '$1', '@a'])
      expect(await find(`plate_number=eq.${encodeURIComponent(text)}`)).toEqual([])
    const { count } = await contract().anon.from('plates').select('*', { count: 'exact', head: true })
    expect(count).toBe(10)
  })

  it('a very long value in a condition is accepted', async () => {
    expect(await find(`plate_number=eq.${'A'.repeat(5000)}`)).toEqual([])
  })
})
