import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '#data/open-postgres.ts'
import { tables } from '#db/schema.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { type Postgrest, startPostgrest } from '../postgrest.ts'
import { addRows, deleteRows, findRows, type TableName } from '../rows.ts'

/**
 * A Supabase project (github.com/supabase/postgres, migrations/db): the roles exist and have timeouts, extensions have a schema,
 * new tables in public are granted to all roles and, if the project has it so, get row-level security at once.
 */
const supabase = `
  CREATE ROLE anon NOLOGIN NOINHERIT;
  CREATE ROLE authenticated NOLOGIN NOINHERIT;
  CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
  CREATE ROLE authenticator LOGIN NOINHERIT;
  GRANT anon, authenticated, service_role TO authenticator;
  CREATE ROLE owner LOGIN CREATEROLE CREATEDB BYPASSRLS;
  DO $$ BEGIN
    IF current_setting('server_version_num')::int >= 160000 THEN
      GRANT anon, authenticated, service_role TO owner WITH ADMIN OPTION;
    END IF;
  END $$;
  ALTER ROLE anon SET statement_timeout = '3s';
  ALTER ROLE authenticator SET statement_timeout = '8s';
  ALTER ROLE authenticator SET lock_timeout = '8s';
  ALTER ROLE owner SET search_path = "$user", public, extensions;
  CREATE SCHEMA extensions;
  CREATE EXTENSION pg_trgm SCHEMA extensions;
  GRANT ALL ON SCHEMA extensions TO owner;
  GRANT USAGE ON SCHEMA extensions TO anon, authenticated, service_role;
  CREATE FUNCTION public.rls_auto_enable() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
  DECLARE made record;
  BEGIN
    FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE object_type = 'table' AND schema_name = 'public' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', made.object_identity);
    END LOOP;
  END $$;
  CREATE EVENT TRIGGER ensure_rls ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION public.rls_auto_enable();
  GRANT CREATE ON DATABASE postgres TO owner;
  GRANT ALL ON SCHEMA public TO owner;
  GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
  ALTER DEFAULT PRIVILEGES FOR ROLE owner IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
  ALTER DEFAULT PRIVILEGES FOR ROLE owner IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
`

/** A managed server: the owner may create roles but not bypass row-level security, and may not install extensions. */
const managed = `
  CREATE ROLE owner LOGIN CREATEROLE;
  GRANT CREATE ON DATABASE postgres TO owner;
  GRANT ALL ON SCHEMA public TO owner;
  CREATE SCHEMA guard;
  CREATE FUNCTION guard.refuse() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'not here' USING ERRCODE = 'insufficient_privilege'; END $$;
  CREATE EVENT TRIGGER no_extensions ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION')
    EXECUTE FUNCTION guard.refuse();
`

let postgrest: Postgrest

async function ask(method: string, path: string, role: string, body?: unknown): Promise<[number, unknown]> {
  const response = await fetch(postgrest.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${signToken({ role }, postgrest.secret)}`,
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  return [response.status, Array.isArray(answer) ? answer.length : answer.code]
}

describe.each([
  ['a Supabase project', supabase, true],
  ['a managed PostgreSQL', managed, false],
])('on %s', (_, prepare, hasAuthenticated) => {
  beforeAll(async () => {
    postgrest = await startPostgrest({ prepare, migrateAs: 'owner' })
  })
  afterAll(() => postgrest.close())

  it('what strangers ask is limited in connections and time, and changes nothing', async () => {
    const [role] = await postgrest.sql(
      "SELECT rolconnlimit AS connections, rolconfig AS settings FROM pg_roles WHERE rolname = 'plateworthy_public'",
    )
    expect(role?.connections).toBe(1)
    expect(role?.settings).toEqual(
      expect.arrayContaining(['statement_timeout=1000', 'default_transaction_read_only=on']),
    )
  })

  it('the site may do everything, the public key reads what is for sale, and other roles nothing', async () => {
    const database = openPostgres(postgrest.databaseUrl)
    onTestFinished(() => database.destroy())
    const count = async (table: TableName) => (await findRows(database, table, '*')).length
    const id = crypto.randomUUID()
    await addRows(database, 'plates', [
      { id, plate_number: 'A 1', price: 1, is_available: true },
      { plate_number: 'B 2', price: 2, is_available: false },
    ])
    await addRows(database, 'plate_details', { id, status: 'for_sale', cost: 1 })
    await addRows(database, 'sales', { plate_number: 'A 1', sale_year: 2020, selection: 'reported' })
    expect(await ask('GET', '/plates', 'anon')).toEqual([200, 1])
    expect(await ask('GET', '/sales_years', 'anon')).toEqual([200, 1])
    expect(await ask('GET', '/corrections', 'anon')).toEqual([200, 0])
    const relations = await postgrest.sql(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm')",
    )
    const isPublic = (name: string) => (tables.get(name)?.anonReads ?? 'none') !== 'none'
    const closed = relations.map(({ name }) => String(name)).filter((name) => !isPublic(name))
    expect(closed.length).toBeGreaterThan(30)
    for (const name of closed)
      expect([name, ...(await ask('GET', `/${name}`, 'anon'))]).toEqual([name, 401, '42501'])
    const writes = [
      ['POST', '/plates', { plate_number: 'C 3', price: 1 }],
      ['PATCH', '/plates?price=gt.0', { price: 1 }],
      ['DELETE', '/sales?sale_year=gt.0', undefined],
      ['PATCH', '/sales_counts?sales=gt.0', { sales: 9 }],
    ] as const
    for (const role of ['anon', 'service_role'])
      for (const [method, path, body] of writes)
        expect(await ask(method, path, role, body)).toEqual([role === 'anon' ? 401 : 403, '42501'])
    for (const role of hasAuthenticated ? ['service_role', 'authenticated'] : ['service_role'])
      for (const path of [
        '/plates',
        '/sales',
        '/jersey_sales',
        '/sales_counts',
        '/sales_years',
        '/sales_listed',
        '/sales_comparable',
        '/audit',
        '/corrections',
        '/site_state',
        '/unmet_searches',
        '/mails',
        '/alerts',
        '/stock_changes',
        '/plate_details',
        '/plate_changes',
        '/sale_changes',
        '/stock',
        '/stock_counts',
        '/enquirers',
        '/enquiry_entries',
        '/people',
        '/passkeys',
        '/recovery_codes',
        '/invitations',
        '/sessions',
        '/challenges',
        '/imports',
        '/import_headings',
        '/articles',
        '/article_versions',
        '/article_addresses',
        '/pictures',
        '/picture_files',
        '/settings',
        '/page_views',
        '/page_view_totals',
        '/page_view_days',
        '/applied_files',
      ])
        expect(await ask('GET', path, role)).toEqual([403, '42501'])
    expect(await findRows(database, 'stock', ['id'], { cost: 1 })).toEqual([{ id }])
    await deleteRows(database, 'sales')
    await deleteRows(database, 'plates')
    expect([await count('plates'), await count('plate_details'), await count('sales')]).toEqual([0, 0, 0])
    expect(await ask('POST', '/rpc/remove_plate_details', 'anon', {})).toEqual([404, 'PGRST202'])
    expect(await ask('POST', '/rpc/touch_updated_at', 'anon', {})).toEqual([404, 'PGRST202'])
  })

  it('every table but those that everybody reads in whole has row-level security, and every view runs with the rights of its reader', async () => {
    const relations = await postgrest.sql(`
      SELECT relname, relkind, relrowsecurity, coalesce('security_invoker=true' = ANY (reloptions) OR 'security_invoker=on' = ANY (reloptions), false) AS invoker
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm') ORDER BY relname
    `)
    expect(relations.length).toBeGreaterThanOrEqual(11)
    const open = relations.filter(
      ({ relkind, relrowsecurity, invoker }) => !(relkind === 'r' ? relrowsecurity : invoker),
    )
    const ofSales = EXPLORER_LIST.map(({ table }) => table)
    expect(open.map(({ relname }) => relname)).toEqual(['corrections', 'sales_counts', ...ofSales].sort())
  })
})
