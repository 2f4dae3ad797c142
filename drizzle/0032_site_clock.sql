CREATE TABLE `site_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`seen_at` text NOT NULL,
	`doubted_at` text,
	`passed_ms` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "site_clock_one_row" CHECK("site_clock"."id" = 1),
	CONSTRAINT "site_clock_seen" CHECK("site_clock"."seen_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "site_clock_doubted" CHECK("site_clock"."doubted_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "site_clock_passed" CHECK("site_clock"."passed_ms" >= 0)
) STRICT;--> statement-breakpoint
-- A database that was in use has seen the time of its newest row.
INSERT INTO site_clock (id, seen_at)
SELECT 1, newest FROM (
  SELECT max(at) AS newest FROM (
    SELECT max(last_seen_at) AS at FROM sessions
    UNION ALL SELECT max(last_written_at) FROM conversations
    UNION ALL SELECT max(updated_at) FROM listings
  )
) WHERE newest IS NOT NULL;
