CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`about_kind` text NOT NULL,
	`about_id` text NOT NULL,
	`reason` text NOT NULL,
	`words` text,
	`user_id` text,
	`is_suspect` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_kind" CHECK("reports"."about_kind" in ('listing', 'vehicle', 'review', 'conversation')),
	CONSTRAINT "reports_reason" CHECK("reports"."reason" in ('fraud', 'wrong-facts', 'sold-already', 'offensive', 'spam', 'other')),
	CONSTRAINT "reports_words" CHECK(length(trim("reports"."words")) > 0),
	CONSTRAINT "reports_created" CHECK("reports"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "reports_settled" CHECK("reports"."settled_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`about_kind`,`about_id`,`created_at`) WHERE settled_at is null and is_suspect = 0;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`about_kind`,`about_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_each` ON `reports` (`user_id`,`about_kind`,`about_id`) WHERE user_id is not null and settled_at is null;--> statement-breakpoint

-- A report has its subject looked at again, and goes when that goes.
CREATE TRIGGER reports_check_listing AFTER INSERT ON reports WHEN new.about_kind = 'listing' AND new.is_suspect = 0 BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER reports_check_review AFTER INSERT ON reports WHEN new.about_kind = 'review' AND new.is_suspect = 0 BEGIN
  UPDATE reviews SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER reports_of_listing_go AFTER DELETE ON listings BEGIN
  DELETE FROM reports WHERE about_kind = 'listing' AND about_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_of_vehicle_go AFTER DELETE ON vehicles BEGIN
  DELETE FROM reports WHERE about_kind = 'vehicle' AND about_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_of_review_go AFTER DELETE ON reviews BEGIN
  DELETE FROM reports WHERE about_kind = 'review' AND about_id = old.id;
END;
--> statement-breakpoint

-- Suspected spam is counted in no public figure. Its tag is written after the message, and taken away with it: a message
-- that goes is counted out while its tags can still be read.
DROP TRIGGER contact_counters_delete;
--> statement-breakpoint
DROP TRIGGER contact_counters_update;
--> statement-breakpoint
CREATE TRIGGER contact_counters_delete BEFORE DELETE ON contact_messages
WHEN NOT EXISTS (SELECT 1 FROM contact_tags WHERE message_id = old.id AND tag = 'suspected-spam') BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_update AFTER UPDATE OF status ON contact_messages
WHEN NOT EXISTS (SELECT 1 FROM contact_tags WHERE message_id = new.id AND tag = 'suspected-spam') BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
  UPDATE contact_counters SET messages = messages + 1 WHERE status = new.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_suspect AFTER INSERT ON contact_tags WHEN new.tag = 'suspected-spam' BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = (SELECT status FROM contact_messages WHERE id = new.message_id);
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_cleared AFTER DELETE ON contact_tags WHEN old.tag = 'suspected-spam' BEGIN
  UPDATE contact_counters SET messages = messages + 1 WHERE status = (SELECT status FROM contact_messages WHERE id = old.message_id);
END;
--> statement-breakpoint
UPDATE contact_counters SET messages = (
  SELECT count(*) FROM contact_messages m WHERE m.status = contact_counters.status
    AND NOT EXISTS (SELECT 1 FROM contact_tags t WHERE t.message_id = m.id AND t.tag = 'suspected-spam')
);
