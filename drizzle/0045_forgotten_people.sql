DROP TRIGGER audit_events_no_update;
--> statement-breakpoint
-- Whoever is forgotten loses the name in the log, and the reasons that operators wrote; nothing else of it ever changes.
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events WHEN new.title IS NOT 'Forgotten person' OR new.reason IS NOT NULL
  OR (new.id, new.operator_id, new.operator_name, new.subject, new.subject_id, new.action, new.created_at)
    IS NOT (old.id, old.operator_id, old.operator_name, old.subject, old.subject_id, old.action, old.created_at) BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
