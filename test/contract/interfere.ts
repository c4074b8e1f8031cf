import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/**
 * For `openData`: calls `before` with each statement, and with BEGIN and COMMIT, which fail if it throws. A rollback is left alone.
 */
export const interfere =
  (before: (step: string) => Promise<void> | void) =>
  (dialect: Dialect): Dialect => ({
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createDriver: () => interferingDriver(dialect.createDriver(), before),
  })

function interferingDriver(driver: Driver, before: (step: string) => Promise<void> | void): Driver {
  const seen = new WeakSet<DatabaseConnection>()
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection()
      if (seen.has(connection)) return connection
      seen.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async (query) => {
        // PostgreSQL's driver sends these, of which the methods below tell.
        if (!/^(?:begin|commit|rollback)$/.test(query.sql)) await before(query.sql)
        return execute(query)
      }
      return connection
    },
    async beginTransaction(connection, settings) {
      await before('BEGIN')
      await driver.beginTransaction(connection, settings)
    },
    async commitTransaction(connection) {
      await before('COMMIT')
      await driver.commitTransaction(connection)
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  }
}
