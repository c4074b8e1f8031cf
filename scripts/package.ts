// Makes one archive of the built site with its packages and Node, for machines of this platform: `npm run package`.
import { statSync } from 'node:fs'
import { makeArchive, PRODUCT_FILES, productPackages } from './package-files.ts'

const file = `plateworthy-${process.platform}-${process.arch}.tar.gz`
makeArchive(file, [...PRODUCT_FILES, ...productPackages()])
const megabytes = Math.round(statSync(file).size / 1e6)
process.stdout.write(`${file}, ${megabytes} MB: docs/operations/upgrade.md says how to run it on a server.\n`)
