-- The present operators become owners. The table is rebuilt for its roles, which a CHECK holds. Triggers of other tables
-- read it: by the legacy form of ALTER TABLE they keep its name while it is gone.
PRAGMA legacy_alter_table = ON;
--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text,
	`password_hash` text NOT NULL,
	`phone` text,
	`gender` text NOT NULL,
	`is_gender_given` integer DEFAULT false NOT NULL,
	`location` text,
	`role` text DEFAULT 'user' NOT NULL,
	`blocked_at` text,
	`blocked_reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_name_given" CHECK(length(trim("name")) >= 2),
	CONSTRAINT "users_email_lower" CHECK("email" = lower("email") and instr("email", ' ') = 0),
	CONSTRAINT "users_gender" CHECK("gender" in ('male', 'female', 'other')),
	CONSTRAINT "users_gender_given" CHECK("is_gender_given" in (0, 1)),
	CONSTRAINT "users_role" CHECK("role" in ('user', 'clerk', 'manager', 'owner')),
	CONSTRAINT "users_blocked" CHECK("blocked_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "users_blocked_why" CHECK(("blocked_at" is null) = ("blocked_reason" is null)),
	CONSTRAINT "users_created" CHECK("created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "users_updated" CHECK("updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_users`("id", "name", "email", "email_key", "password_hash", "phone", "gender", "is_gender_given", "location", "role", "created_at", "updated_at", "version") SELECT "id", "name", "email", "email_key", "password_hash", "phone", "gender", "is_gender_given", "location", CASE "role" WHEN 'operator' THEN 'owner' ELSE "role" END, "created_at", "updated_at", "version" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
PRAGMA legacy_alter_table = OFF;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_team` ON `users` (`created_at`) WHERE role <> 'user';
--> statement-breakpoint
CREATE TRIGGER listing_changes_seller AFTER UPDATE OF name ON users WHEN new.name <> old.name BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown)
  SELECT kind, n, id, n, n FROM (
    SELECT l.kind, l.id, (SELECT change FROM listing_changes WHERE kind = l.kind ORDER BY change DESC LIMIT 1) + row_number() OVER (PARTITION BY l.kind ORDER BY l.seq) AS n
    FROM listings l WHERE l.owner_user_id = new.id AND l.hidden_at IS NULL) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint
CREATE TRIGGER revision_users_name AFTER UPDATE OF name ON users BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER desk_feedback_author AFTER UPDATE OF name, email, phone ON users BEGIN
  UPDATE desk_requests SET name = new.name WHERE id IN (SELECT id FROM feedback WHERE user_id = new.id AND is_anonymous = 0);
  DELETE FROM desk_search WHERE rowid IN (SELECT r.seq FROM desk_requests r JOIN feedback f ON f.id = r.id WHERE f.user_id = new.id AND f.is_anonymous = 0);
  INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(f.id, 1, 8) || ' ' || f.subject || coalesce((SELECT ' ' || u.name || ' ' || u.email || ' ' || coalesce(u.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(u.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') FROM users u WHERE u.id = f.user_id AND f.is_anonymous = 0), '') FROM feedback f JOIN desk_requests r ON r.id = f.id WHERE f.user_id = new.id AND f.is_anonymous = 0;
END;
--> statement-breakpoint
-- Roles are given by owners alone: the last one stays.
CREATE TRIGGER users_last_owner BEFORE UPDATE OF role, blocked_at ON users
WHEN old.role = 'owner' AND old.blocked_at IS NULL AND (new.role <> 'owner' OR new.blocked_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM users WHERE role <> 'user' AND role = 'owner' AND blocked_at IS NULL AND id <> old.id)
BEGIN
  SELECT raise(ABORT, 'last owner');
END;
--> statement-breakpoint
CREATE TRIGGER users_last_owner_deleted BEFORE DELETE ON users
WHEN old.role = 'owner' AND old.blocked_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM users WHERE role <> 'user' AND role = 'owner' AND blocked_at IS NULL AND id <> old.id)
BEGIN
  SELECT raise(ABORT, 'last owner');
END;
