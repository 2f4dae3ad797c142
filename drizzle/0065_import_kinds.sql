PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`content` blob,
	`state` text NOT NULL,
	`mapping` text,
	`report` text,
	`failure` text,
	`progress` integer DEFAULT 0 NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "imports_kind_known" CHECK("__new_imports"."kind" in ('stock', 'listings', 'customers')),
	CONSTRAINT "imports_state_known" CHECK("__new_imports"."state" in ('checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
	CONSTRAINT "imports_file_name" CHECK(length(trim("__new_imports"."file_name")) > 0),
	CONSTRAINT "imports_progress" CHECK("__new_imports"."progress" >= 0),
	CONSTRAINT "imports_created_at" CHECK("__new_imports"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "imports_updated_at" CHECK("__new_imports"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_imports`("id", "kind", "file_name", "content", "state", "mapping", "report", "failure", "progress", "operator_id", "operator_name", "created_at", "updated_at") SELECT "id", "kind", "file_name", "content", "state", "mapping", "report", "failure", "progress", "operator_id", "operator_name", "created_at", "updated_at" FROM `imports`;--> statement-breakpoint
DROP TABLE `imports`;--> statement-breakpoint
ALTER TABLE `__new_imports` RENAME TO `imports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `imports_created` ON `imports` (`created_at`);--> statement-breakpoint
CREATE INDEX `imports_with_content` ON `imports` (`kind`) WHERE content is not null;
--> statement-breakpoint
-- What the team changed in a listing by a file can be undone for as long as the listing is there.
CREATE TRIGGER stock_changes_deleted_with_listing AFTER DELETE ON listings BEGIN
  DELETE FROM stock_changes WHERE subject = 'listing' AND subject_id = old.id;
END;
