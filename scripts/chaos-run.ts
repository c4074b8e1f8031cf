// node scripts/chaos-run.ts [--seconds 60] [--hosted] [--clients 4] [--calm: without failures, for comparison]
import { parseArgs } from 'node:util'
import { runFaults } from '#test/chaos/enquiry-chaos-run.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '4' },
    hosted: { type: 'boolean', default: false },
    calm: { type: 'boolean', default: false },
  },
})
const report = await runFaults({
  seconds: Number(values.seconds),
  clients: Number(values.clients),
  hosted: values.hosted,
  calm: values.calm,
  kills: !values.calm,
})
console.log(JSON.stringify(report, null, 2))
process.exitCode =
  report.lost + report.undelivered + report.storedTwice + report.secondCopies.unexplained === 0 ? 0 : 1
