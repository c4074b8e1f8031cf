import { archiveCommands } from './commands/archive.ts'
import { articleCommands } from './commands/articles.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enquiryCommands, mailCommands } from './commands/enquiries.ts'
import { keyCommands } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moveCommand } from './commands/move.ts'
import { peopleCommands } from './commands/people.ts'
import { plateCommands } from './commands/plates.ts'
import { saleCommands } from './commands/sales.ts'
import type { Group } from './define-command.ts'

export const groups: readonly Group[] = [
  plateCommands,
  saleCommands,
  enquiryCommands,
  mailCommands,
  articleCommands,
  archiveCommands,
  backupCommand,
  restoreCommand,
  migrateCommand,
  moveCommand,
  keyCommands,
  peopleCommands,
  auditCommand,
  doctorCommand,
]
