/** Asks a PostgreSQL server whether it is a standby, and which history it has. */
import type { Queries, ServerFacts } from "../engine.ts";
import { stateOf } from "./postgres-client.ts";

/** Every role may call these functions, unless that was revoked. Some services do not have them. */
const timelineColumns = `
  (select system_identifier::text from pg_control_system()) as system_identifier,
  case when pg_is_in_recovery()
    then (select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  end as timeline,
  pg_postmaster_start_time()::text as started_at`;
/** The states of PostgreSQL for a privilege, a function or a feature that is missing. */
const missingStates = ["42501", "42883", "0A000"];

interface Row {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly system_identifier?: string;
  readonly timeline?: number;
  readonly started_at?: string;
}

/** Asks a server, without its timeline if it does not tell that. Not for use in a transaction, which a refusal ends. */
export async function askServer(queries: Queries): Promise<ServerFacts> {
  try {
    return await readFacts(queries, true);
  } catch (error) {
    if (!missingStates.includes(stateOf(error as Error) ?? "")) throw error;
    return readFacts(queries, false);
  }
}

/** Asks a server with or without its timeline. */
export async function readFacts(queries: Queries, hasTimeline: boolean): Promise<ServerFacts> {
  const [row] = await queries.query<Row>(
    `select pg_is_in_recovery() as is_standby, current_setting('default_transaction_read_only') = 'on' as is_read_only
      ${hasTimeline ? `, ${timelineColumns}` : ""}`,
  );
  const { is_standby, is_read_only, system_identifier, timeline, started_at = null } = row!;
  return {
    isStandby: is_standby,
    isReadOnly: is_read_only,
    timeline: hasTimeline ? { systemIdentifier: system_identifier!, id: timeline! } : null,
    startedAt: started_at,
  };
}
