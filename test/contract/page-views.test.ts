import { beforeEach, expect, it } from 'vitest'
import { addDays } from '#services/london-time.ts'
import { createPageViewCounter } from '#services/page-views/page-view-counter.ts'
import { addPageViews, listReadPages, listViewsByDay } from '#services/page-views/page-view-store.ts'
import { applyRetention } from '#services/retention/retention.ts'
import { deleteRows, findRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const add = (day: string, path: string, views: number) => addPageViews(database(), [{ day, path, views }])
const DAY = '2026-11-22'
const today = () => new Date().toISOString().slice(0, 10)

const rows = () => findRows(database(), 'page_views', ['day', 'path', 'views'], {}, ['day', 'path'])

beforeEach(async () => {
  for (const table of ['page_views', 'enquiries', 'site_state'] as const) await deleteRows(database(), table)
})

it('the counts of pages are one row for each day and page, to which several servers add at once', async () => {
  const many = Array.from({ length: 120 }, (_, index) => [`/registration/A${index}`, 1] as const)
  const server = (views: number) =>
    addPageViews(
      database(),
      [...many, ['/plates', views] as const, ['/', 1] as const, ['/plate/“AB, 1”', 2] as const].map(
        ([path, views]) => ({ day: DAY, path, views }),
      ),
    )
  await Promise.all([server(3), server(4), server(5)])
  expect(await rows()).toHaveLength(123)
  expect(await rows()).toEqual(
    expect.arrayContaining([
      { day: DAY, path: '/plates', views: 12 },
      { day: DAY, path: '/', views: 3 },
      { day: DAY, path: '/plate/“AB, 1”', views: 6 },
      { day: DAY, path: '/registration/A119', views: 3 },
    ]),
  )
})

it('the counts of pages are listed by recent views, with those of the previous period', async () => {
  for (const [ago, path, views] of [
    [0, '/plates', 5],
    [6, '/plates', 2],
    [7, '/plates', 10],
    [27, '/plates', 1],
    [28, '/plates', 20],
    [89, '/plates', 100],
    [90, '/plates', 300],
    [179, '/plates', 1],
    [180, '/plates', 9_000],
    [1, '/', 8],
    [40, '/about', 1],
  ] as const)
    await add(addDays(today(), -ago), path, views)
  expect(await listReadPages(database(), 7, 10)).toEqual([
    { path: '/', views: 8, before: 0 },
    { path: '/plates', views: 7, before: 10 },
  ])
  expect(await listReadPages(database(), 28, 1)).toEqual([{ path: '/plates', views: 18, before: 20 }])
  expect(await listReadPages(database(), 90, 10)).toEqual([
    { path: '/plates', views: 138, before: 301 },
    { path: '/', views: 8, before: 0 },
    { path: '/about', views: 1, before: 0 },
  ])
  const days = await listViewsByDay(database(), addDays(today(), -6))
  expect([...days]).toEqual([
    [addDays(today(), -6), 2],
    [addDays(today(), -1), 8],
    [today(), 5],
  ])
})

it('the counts of pages are removed after 25 months', async () => {
  await add('2024-10-21', '/', 1)
  await add('2024-10-22', '/', 2)
  const now = new Date('2026-11-22T12:00:00Z')
  await applyRetention({
    database: contract().database,
    dataDir: temporaryFolder(),
    months: 24,
    now,
  })
  expect(await rows()).toEqual([{ day: '2024-10-22', path: '/', views: 2 }])
})

it('the counts of pages are counted in memory and stored when the counter stops', async () => {
  const faults: unknown[] = []
  const log = { error: (...fault: unknown[]) => faults.push(fault) }
  const header = (name: string) => (name === 'user-agent' ? 'Mozilla/5.0 Firefox/140.0' : null)
  for (const _ of [1, 2]) {
    const counter = createPageViewCounter(
      (views) => addPageViews(database(), views),
      log,
      () => new Date(`${DAY}T10:00:00Z`),
    )
    for (const url of ['/plate/AB%201', '/plate/AB%201?x', '/plates'])
      counter.count({ method: 'GET', url, status: 200, header })
    await counter.stop()
  }
  expect([await rows(), faults]).toEqual([
    [
      { day: DAY, path: '/plate/AB 1', views: 4 },
      { day: DAY, path: '/plates', views: 2 },
    ],
    [],
  ])
})
