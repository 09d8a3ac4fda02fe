import type { AuditEntry } from './audit.data.ts';
import { describeAction, describeActor, describeObject, listChanges, type FieldChange } from './audit.view.ts';
import type { AuditForm } from './log-filter.view.ts';
import styles from '#/ui/window/LogWindow.module.css';

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** Company names by number, if the user sees several. */
  readonly companies: ReadonlyMap<number, string> | null;
  readonly onNarrow: (part: Partial<AuditForm>) => void;
}

function Change({ field, from, to }: FieldChange) {
  return (
    <li>
      <span className={styles.field}>{field}:</span> {from}
      {from !== null && to !== null && (
        <>
          <span aria-hidden> → </span>
          <span className="visually-hidden"> becomes </span>
        </>
      )}
      {to}
    </li>
  );
}

function Narrowing({
  name,
  hint,
  onClick,
}: {
  readonly name: string;
  readonly hint: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles.narrow} title={hint} onClick={onClick}>
      {name}
    </button>
  );
}

/** The user and the object filter the log when they are clicked. */
export function AuditRow({ entry, companies, onNarrow }: AuditRowProps) {
  const { at, action, objectType, objectId, groupId } = entry;
  const actor = describeActor(entry);
  const object = describeObject(entry);
  return (
    <tr>
      <td className={styles.time}>{at}</td>
      <td>
        <Narrowing name={actor.name} hint="Show only this person" onClick={() => onNarrow({ person: actor.person })} />
        {actor.aside !== '' && <span className={styles.aside}>{actor.aside}</span>}
      </td>
      <td>{describeAction(action)}</td>
      <td>
        <Narrowing name={object.name} hint="Show only this object" onClick={() => onNarrow({ objectType, objectId })} />
        {object.aside !== null && <span className={styles.aside}>{object.aside}</span>}
      </td>
      {companies && <td>{groupId !== null && (companies.get(groupId) ?? groupId)}</td>}
      <td className={styles.wide}>
        <ul className={styles.changes}>
          {listChanges(entry, companies).map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </ul>
      </td>
    </tr>
  );
}
