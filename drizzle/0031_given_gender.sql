ALTER TABLE `users` ADD `is_gender_given` integer DEFAULT false NOT NULL CONSTRAINT "users_gender_given" CHECK("is_gender_given" in (0, 1));--> statement-breakpoint
-- The sign-up form sent 'male' with a placeholder phone, which the form of the profile always replaces: accounts that
-- still have both were never edited. Whether any other gender was chosen is not known: it stays.
UPDATE `users` SET `is_gender_given` = 1 WHERE NOT (`gender` = 'male' AND `phone` IS '0000000000');
