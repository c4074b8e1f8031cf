import type { Role } from '#services/people/types.ts'

const ROLES = [
  ['staff', 'Staff', 'Everything except people, settings and keys.'],
  ['owner', 'Owner', 'Everything, including people, settings and keys.'],
] as const satisfies readonly (readonly [Role, string, string])[]

export function RoleField({ chosen }: { chosen: Role }) {
  return (
    <fieldset>
      <legend className="font-medium text-note">Role</legend>
      {ROLES.map(([role, label, help]) => (
        <label key={role} className="flex items-start gap-2.5 py-2">
          <input type="radio" name="role" value={role} className="mt-0.75" defaultChecked={role === chosen} />
          <span>
            {label}
            <span className="text-quiet"> {help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export const parseRole = (text: string): Role => (text === 'owner' ? 'owner' : 'staff')
