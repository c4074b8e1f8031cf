/** Against a DNS server of the test. */
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openMailDns } from './dns.ts'

const NO_ERROR = 0
const NAME_ERROR = 3
const REFUSED = 5
const TXT = 16

interface Reply {
  code: number
  /** TXT records, each as its strings. */
  txt?: string[][]
}

/** @param answer null leaves the query unanswered */
async function startDns(answer: (name: string, type: number) => Reply | null) {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const end = at + 5
    const reply = answer(labels.join('.').toLowerCase(), question.readUInt16BE(at + 1))
    if (!reply) return
    const records = (reply.txt ?? []).map((strings) => {
      const data = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))
      const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
      return Buffer.concat([head, data])
    })
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180 | reply.code, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  const { port } = socket.address() as AddressInfo
  const open = (deadlineMs = 5_000) => {
    const dns = openMailDns({ servers: [`127.0.0.1:${port}`], deadlineMs })
    onTestFinished(() => dns.close())
    return dns
  }
  return { open }
}

test('the strings of a record are joined; a missing record is distinguished from a missing name', async () => {
  const { open } = await startDns((name) =>
    name === 'plates.uk'
      ? { code: NO_ERROR, txt: [['v=DKIM1; p=', 'abc'], ['second']] }
      : { code: name === 'empty.uk' ? NO_ERROR : NAME_ERROR },
  )
  const dns = open()
  expect(await dns.txt('plates.uk')).toEqual({ kind: 'found', records: ['v=DKIM1; p=abc', 'second'] })
  expect(await dns.txt('empty.uk')).toEqual({ kind: 'none', isUnknownName: false })
  expect(await dns.mx('nowhere.uk')).toEqual({ kind: 'none', isUnknownName: true })
})

test('a server that refuses says nothing about the records', async () => {
  const { open } = await startDns(() => ({ code: REFUSED }))
  expect(await open().txt('plates.uk')).toEqual({ kind: 'failed' })
})

test('a query without an answer fails at the deadline, and later queries fail at once', async () => {
  const { open } = await startDns(() => null)
  const dns = open(150)
  const started = performance.now()
  expect(await dns.txt('plates.uk')).toEqual({ kind: 'failed' })
  expect(performance.now() - started).toBeLessThan(1_500)
  expect(await dns.mx('plates.uk')).toEqual({ kind: 'failed' })
})
